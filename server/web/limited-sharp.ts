import sharp from 'sharp';

/**
 * The library that reads and writes pictures. Only the needed decoders are enabled: PNG and JPEG, which strangers send,
 * and the SVG that this service draws itself.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvgBuffer'],
});
sharp.cache(false);

export { sharp };
