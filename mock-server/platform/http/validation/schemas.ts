import { _, Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { isWithinLength } from '../../cut-text.ts';

const rules = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  // Errors contain the schema, from which their sentences are made.
  verbose: true,
  strict: false,
  // The schemas are the contract's own, so they need no check: compiling the schema of schemas would delay the very
  // first request, and the first form.
  validateSchema: false,
} as const;

/**
 * Compiles the schemas of the contract and keeps the results, for all servers of the process. A number in quotes is an
 * error: `createTextReader` converts the values of paths, queries and headers before.
 */
export const exact = withFormats(new Ajv({ ...rules, coerceTypes: false }));

function withFormats(ajv: Ajv): Ajv {
  addFormatsModule.default(ajv);
  // Ajv counts code points, of which a flag has two and a family seven.
  ajv.removeKeyword('maxLength');
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    compile: (limit: number) => (text: string) => isWithinLength(text, limit),
    error: {
      message: 'is too long',
      params: ({ schemaCode }) => _`{ limit: ${schemaCode} }`,
    },
  });
  return ajv;
}
