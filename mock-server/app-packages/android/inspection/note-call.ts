import { createHash } from 'node:crypto';
import type { FileAccess, Place } from '../../../../contract/common/inspection-report.ts';
import { recordAddress, recordHost } from '../../inspection/addresses.ts';
import type { Findings } from '../../inspection/findings.ts';
import { cipherWeakness, weaknessOf } from '../../inspection/weaknesses.ts';
import { truncate } from '../../text.ts';
import type { DexFile } from './dex-file.ts';
import type { Constant } from './dex-walk.ts';
import type { FileModeAt, Sink } from './sinks.ts';

/** `Context.MODE_APPEND`. */
const appendMode = 0x8000;
const maxPathLength = 400;

/** A call that reveals something. */
export interface RecordedCall {
  sink: Exclude<Sink, { is: 'same' }>;
  /** `javax.crypto.Cipher.getInstance`. */
  method: string;
  values: readonly (Constant | null)[];
  place: Place;
}

/** Notes what the constant arguments of a call reveal. */
export function recordCall(
  findings: Findings,
  dex: DexFile,
  { sink, method, values, place }: RecordedCall,
): void {
  const where = `${place.class}.${place.method}`;
  switch (sink.is) {
    case 'algorithm': {
      const operation = textOf(dex, values[sink.text]);
      if (operation === null) return;
      const weakness = method.startsWith('javax.crypto.Cipher.')
        ? cipherWeakness(operation)
        : weaknessOf(operation);
      const sameness = `${operation} ${method} ${where}`;
      findings.add(sink.section, sameness, { operation, function: method, weakness, place });
      return;
    }
    case 'key':
    case 'iv': {
      const bytes = bytesOf(dex, values[sink.bytes]);
      if (bytes === null || bytes.length === 0) return;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const algorithm = sink.is === 'key' && sink.algorithm === 'last' ? textOf(dex, values.at(-1)) : null;
      const section = sink.is === 'key' ? 'Hardcoded Keys' : 'Hardcoded IVs';
      findings.add(section, `${sha256} ${where}`, { algorithm, bytes: bytes.length, sha256, place });
      return;
    }
    case 'file': {
      const path = sink.paths.flatMap((at) => textOf(dex, values[at]) ?? []).join('/');
      if (path === '') return;
      const mode = typeof sink.mode === 'string' ? sink.mode : modeOf(dex, sink.mode, values);
      const filepath = truncate(path, maxPathLength);
      findings.add('File Access', `${filepath} ${mode} ${where}`, { filepath, mode, place });
      return;
    }
    case 'address':
      recordAddress(findings, textOf(dex, values[sink.text]) ?? '', 'call', place);
      return;
    case 'host':
      recordHost(findings, { host: textOf(dex, values[sink.text]) ?? '', scheme: '' }, 'call', place);
  }
}

/** The result of a method that only changes the form of a constant. */
export function sameValue(
  dex: DexFile,
  { value, decodes }: Extract<Sink, { is: 'same' }>,
  values: readonly (Constant | null)[],
): Constant | null {
  const constant = values[value] ?? null;
  const text = decodes === null ? null : textOf(dex, constant);
  return text === null ? constant : { kind: 'bytes', bytes: Buffer.from(text, 'base64') };
}

function modeOf(
  dex: DexFile,
  { at, as }: FileModeAt,
  values: readonly (Constant | null)[],
): FileAccess['mode'] {
  const value = values[at];
  if (as === 'text') {
    const text = textOf(dex, value);
    if (text === null) return 'unknown';
    return text === 'r' ? 'read' : 'write';
  }
  if (value?.kind !== 'number') return 'write';
  const appends = as === 'flag' ? value.value !== 0 : (value.value & appendMode) !== 0;
  return appends ? 'append' : 'write';
}

const textOf = (dex: DexFile, value: Constant | null | undefined): string | null =>
  value?.kind === 'text' ? dex.text(value.index) : null;

/** The bytes of a constant; those of a text are the result of `String.getBytes`. */
function bytesOf(dex: DexFile, value: Constant | null | undefined): Buffer | null {
  if (value?.kind === 'bytes') return value.bytes;
  const text = textOf(dex, value);
  return text === null ? null : Buffer.from(text);
}
