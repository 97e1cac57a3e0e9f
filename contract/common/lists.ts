import { Type } from 'typebox';
import { nullable, output } from './fields.ts';

/** Document 1, List controls; `platform/database/list-controls.ts` checks the form of the values. */
export const ListControls = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 500 })),
  sort: Type.Optional(Type.String({ maxLength: 500 })),
  page: Type.Optional(Type.String({ maxLength: 50 })),
});

/** Records in one answer when the request does not say how many; document 1, Limits. */
export const defaultPageSize = 1000;

export const TotalAvailable = Type.Integer({ minimum: 0 });

/** Entries in one answer of a catalog list, however many are asked for. */
export const maxCatalogPageSize = 1000;

/** Query of every catalog list; document 3, GET /v2/catalog/applications/, and open choices, Catalog. */
export const CatalogListQuery = Type.Object({
  start: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  count: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 20,
    description: `At most ${maxCatalogPageSize} entries are answered.`,
  }),
  sort: Type.String({ maxLength: 200, default: 'name' }),
  /** Ours: `none` leaves the short-lived token out of `install_uri`, so that an unchanged list has the same ETag. */
  links: Type.Union([Type.Literal('full'), Type.Literal('none')], { default: 'full' }),
});

/** `next` and `previous` are relative addresses. */
export const Paging = output({
  total: Type.Integer({ minimum: 0 }),
  next: nullable(Type.String()),
  previous: nullable(Type.String()),
});
