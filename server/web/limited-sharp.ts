import sharp from 'sharp';

/**
 * The library that reads and writes pictures, with the needed decoders alone: PNG and JPEG for uploads, and SVG, which
 * only this service draws.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvgBuffer'],
});
sharp.cache(false);

export { sharp };
