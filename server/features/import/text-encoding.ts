import type { ByteEncoding } from '#shared/wire/import-mapping.ts';

/** Whether a text is XML, and no web page. */
export function isXml(text: string): boolean {
  return /^\s*<(\?xml\b|(\w+:)?EntryList\b)/.test(text);
}

export type TextEncoding = 'UTF-8' | 'UTF-16' | ByteEncoding;

export interface ReadEncoding {
  readonly encoding: TextEncoding;
  /** The file identifies its encoding itself, so that there is no choice. */
  readonly isNamed: boolean;
}

export interface DecodedText extends ReadEncoding {
  readonly text: string;
}

const NAMES: Readonly<Record<ByteEncoding, string>> = {
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'iso-8859-15': 'ISO 8859-15',
  'iso-8859-14': 'ISO 8859-14',
  macintosh: 'Mac Roman',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
  'iso-8859-2': 'ISO 8859-2',
};

export function nameEncoding(encoding: TextEncoding): string {
  return encoding === 'UTF-8' || encoding === 'UTF-16' ? encoding : NAMES[encoding];
}
