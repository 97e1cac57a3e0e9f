import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../database/handles.ts';
import { getNow } from '../../database/identifiers.ts';
import { ServiceError } from '../../errors.ts';
import type { DeviceCaller } from '../contexts.ts';

/** The place of a write in its writer's sequence of writes about its subject. */
interface WriteTurn {
  writer: string;
  subject: string;
  sequence: number;
}

/**
 * The place that the headers of a request name, or null. Error: `invalid_input` when only some of these headers are
 * there.
 */
export function parseTurn({ headers }: FastifyRequest): WriteTurn | null {
  const { 'x-writer': writer, 'x-subject': subject, 'x-sequence': sequence } = headers;
  if (writer === undefined && subject === undefined && sequence === undefined) return null;
  if (writer === undefined || subject === undefined || sequence === undefined) {
    throw new ServiceError(
      'invalid_input',
      'X-WRITER, X-SUBJECT and X-SEQUENCE belong together: send all three.',
    );
  }
  return { writer: String(writer), subject: String(subject), sequence: Number(sequence) };
}

/**
 * Notes a write as the last one of its subject, in its transaction, so that a failed write is not noted. Error:
 * `superseded` when a later one was noted before.
 */
export async function recordTurn(tx: Tx, caller: DeviceCaller, turn: WriteTurn): Promise<void> {
  const owner = { org_id: caller.orgId, user: caller.user.id, device: caller.device.id };
  const changed = getNow();
  const claimed = await tx
    .insertInto('write_sequences')
    .values({ ...owner, ...turn, changed })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user', 'device', 'writer', 'subject'])
        .doUpdateSet({ sequence: turn.sequence, changed })
        .where('write_sequences.sequence', '<=', turn.sequence),
    )
    .returning('sequence')
    .executeTakeFirst();
  if (claimed === undefined) {
    throw new ServiceError('superseded', 'A later change to the same subject has already been applied.');
  }
}
