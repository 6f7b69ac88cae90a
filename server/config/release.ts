import description from '../../package.json' with { type: 'json' };

export const RELEASE: string = description.version;
