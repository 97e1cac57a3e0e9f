import { type Static, Type } from 'typebox';
import { nullable } from './fields.ts';

/** The type of a column of a report or feed; document 3, Report definition. */
export const FieldType = Type.Union([
  Type.Literal('string'),
  Type.Literal('integer'),
  Type.Literal('date_time'),
]);
export type FieldType = Static<typeof FieldType>;

/** A value of a row; null where nothing is known. `date_time` is ISO 8601 in UTC. */
export const CellValue = nullable(Type.Union([Type.String(), Type.Integer()]));
export type CellValue = Static<typeof CellValue>;

/** Values of `platform` with their labels; document 3, Reports. */
export const platforms = {
  ios: { value: 1, label: 'iOS' },
  android: { value: 2, label: 'Android' },
  windowsPhone: { value: 4, label: 'Windows phone' },
  windows: { value: 5, label: 'Windows' },
} as const;
