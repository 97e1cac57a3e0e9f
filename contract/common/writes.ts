import { Type } from 'typebox';

/**
 * Headers that identify a write and tell its age; all are optional. With a key, the write is done only once. With the
 * other three, a write is refused as `superseded` when the service already has a newer one of this subject from this
 * writer.
 */
export const writeHeaders = {
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{8,200}$',
      description: 'The same at every attempt: it is done once',
    }),
  ),
  'x-writer': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{8,200}$',
      description: 'Whose numbers these are: one store of a device',
    }),
  ),
  'x-subject': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description: 'What the write is about, in words of the writer',
    }),
  ),
  'x-sequence': Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}$', description: 'Grows with every write of the writer' }),
  ),
  'x-age': Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,12}$',
      description:
        'Milliseconds since the person did it, by the clock of the device: no clock has to be right',
    }),
  ),
};
