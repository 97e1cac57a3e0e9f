import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';

const rules = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  // Errors carry the schema, of which their sentences are made.
  verbose: true,
  strict: false,
  // They are the contract's own: to compile the schema of schemas would delay the first request of all, and the first form.
  validateSchema: false,
} as const;

/**
 * What compiles the schemas of the contract and keeps what it compiled, for every server of the process. `exact` is for bodies: a number in
 * quotes is an error. Paths and queries are text, so `reading` converts their values to the type that the contract asks for.
 */
export const exact = withFormats(new Ajv({ ...rules, coerceTypes: false }));
export const reading = withFormats(new Ajv({ ...rules, coerceTypes: true }));

function withFormats(ajv: Ajv): Ajv {
  addFormatsModule.default(ajv);
  return ajv;
}
