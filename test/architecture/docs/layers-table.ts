import { layers } from '../code/layers.ts';

/** The layers of the service's features as a table, lowest first. */
export const layersTable = (): string =>
  ['| layer | features |', '|---|---|', ...Object.entries(layers).map(row)].join('\n').concat('\n');

const row = ([layer, features]: [string, readonly string[]]): string =>
  `| \`${layer}\` | ${features.join(', ')} |`;
