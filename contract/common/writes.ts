import { Type } from 'typebox';

/**
 * By what a write is told apart from others, and how old it is; all of it may be left out. With a key it is done once. With the other three,
 * what is older than what the service has of this subject from this writer is refused as `superseded`.
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
