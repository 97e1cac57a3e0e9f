import type { Answer } from '../answers.ts';
import type { TestService } from '../service.ts';

/** A part of a multipart request; its headers are sent as they are. */
export interface RawPart {
  /** The text after `form-data;`, for example `name="data"`. */
  disposition: string;
  type?: string;
  body: Uint8Array | string;
}

const boundary = 'a-boundary';
/** The media type of `rawForm`. */
export const formType = `multipart/form-data; boundary=${boundary}`;

function partBytes({ disposition, type, body }: RawPart): Buffer {
  const lines = [`--${boundary}`, `content-disposition: form-data; ${disposition}`];
  if (type !== undefined) lines.push(`content-type: ${type}`);
  return Buffer.concat([
    // A character for each byte.
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
}

/** A multipart body as no browser would write it. */
export const rawForm = (parts: readonly RawPart[], end = `--${boundary}--\r\n`): Buffer =>
  Buffer.concat([...parts.map(partBytes), Buffer.from(end)]);

/** Posts a multipart body to an address of the service. */
export const postForm = (
  service: TestService,
  request: { token: string; address: string; type?: string },
  body: Uint8Array,
): Promise<Answer> =>
  service.fetch(request.address, {
    method: 'POST',
    headers: {
      'x-token': request.token,
      'content-type': request.type ?? formType,
    },
    body: new Uint8Array(body),
  });
