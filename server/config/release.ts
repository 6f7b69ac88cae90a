import description from '../../package.json' with { type: 'json' };

/** Which release of Splitcast this is. */
export const RELEASE: string = description.version;
