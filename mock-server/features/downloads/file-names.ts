import { applicationTypes } from '../../../contract/common/codes.ts';
import { takeEnd } from '../../platform/cut-text.ts';

/** The media type for which a device offers to install the file. */
export function getMediaType(type: number): string {
  if (type === applicationTypes.androidNative) return 'application/vnd.android.package-archive';
  if (type === applicationTypes.iosConfiguration) return 'application/x-apple-aspen-config';
  return 'application/octet-stream';
}

const extensions: Partial<Record<number, string>> = {
  [applicationTypes.iosNative]: '.ipa',
  [applicationTypes.androidNative]: '.apk',
  [applicationTypes.iosConfiguration]: '.mobileconfig',
};

/** A file name without a path, control characters or quotes, that ends as files of its type do. */
export function toFileName(values: string, type: number): string {
  const extension = extensions[type] ?? '';
  const base = values.split(/[/\\]/).at(-1) ?? '';
  const clean = takeEnd(base.replace(/[\p{C}"<>|:*?;%]+/gu, '_').trim(), 120);
  const named = clean.replace(/^\.+/, '') === '' ? 'application' : clean.replace(/^\.+/, '');
  return named.toLowerCase().endsWith(extension) ? named : named + extension;
}

/**
 * The value of `Content-Disposition`: `formatContentDisposition` with the file name in the old and the new form; RFC 6266 and RFC
 * 8187.
 */
export function formatContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
