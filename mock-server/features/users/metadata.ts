import type { MetadataTemplate } from '../../../contract/organizations.ts';
import { ServiceError } from '../../platform/http/errors.ts';

type Field = MetadataTemplate[string];

const refuse = (field: string, problem: string) =>
  new ServiceError('invalid_input', `custom_metadata.${field}: ${problem}.`, { details: { field, problem } });

/**
 * Custom metadata by the organization's template: only its fields, each of its type, options checked; missing fields get
 * their default. Names are the template's ids, not its labels; document 1, POST /v1/users/.
 * Error: `invalid_input` that names the field.
 */
export function byTemplate(
  template: MetadataTemplate,
  values: Record<string, unknown>,
): Record<string, unknown> {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(template, name)) throw refuse(name, 'is not a field of the template');
  }
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(template)) {
    const value = values[name] ?? field.default;
    if (value === undefined) continue;
    checkValue(name, field, value);
    result[name] = value;
  }
  return result;
}

function checkValue(name: string, field: Field, value: unknown): void {
  const options = (field.options ?? []).map((option) => option.value);
  switch (field.type) {
    case 'checkbox':
      if (typeof value !== 'boolean') throw refuse(name, 'must be true or false');
      return;
    case 'select':
      if (typeof value !== 'string' || !options.includes(value))
        throw refuse(name, `must be one of ${options.join(', ')}`);
      return;
    case 'multiselect': {
      const chosen = Array.isArray(value) ? value : [value];
      if (!chosen.every((one) => options.includes(one)))
        throw refuse(name, `may contain ${options.join(', ')} alone`);
      return;
    }
    default:
      if (typeof value !== 'string' || value.length > 4000)
        throw refuse(name, 'must be text of at most 4000 characters');
  }
}
