import { Blob, Buffer, File } from 'node:buffer';

/**
 * The simulated page replaces the classes for bytes and forms. The service runs in the same process, and Node's network
 * code accepts only Node's classes, so these are put back.
 */
export async function keepNodeGlobals(): Promise<void> {
  const form = await new Response(new URLSearchParams()).formData();
  Object.assign(globalThis, {
    Blob,
    File,
    FormData: form.constructor,
    ArrayBuffer: Buffer.alloc(0).buffer.constructor,
    Uint8Array: Object.getPrototypeOf(Buffer),
  });
}
