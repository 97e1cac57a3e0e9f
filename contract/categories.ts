import { Type } from 'typebox';
import { roles } from './common/codes.ts';
import { output, PathIdentifier, Psk } from './common/fields.ts';
import { operation } from './common/operation.ts';

export const listCategories = operation({
  name: 'listCategories',
  area: 'categories',
  method: 'GET',
  path: '/v1/categories/',
  context: 'administrator',
  roles: [roles.appManager, roles.developer],
  response: output({
    categories: Type.Array(
      output({
        psk: Psk,
        org_psk: Psk,
        constant: Type.String(),
        name: Type.String(),
        icon_path: Type.String(),
        description: Type.String(),
      }),
    ),
  }),
  source: 'document 2, Categories',
  summary: 'List categories',
});

export const setApplicationCategories = operation({
  name: 'setApplicationCategories',
  area: 'categories',
  method: 'PUT',
  path: '/v1/applications/:application/categories/',
  context: 'administrator',
  roles: [roles.appManager, roles.developer],
  within: ['own_applications'],
  params: Type.Object({ application: PathIdentifier }),
  body: Type.Object({ category_psk: Type.Array(Type.Integer(), { maxItems: 1000 }) }),
  response: output({ categories_assigned: Type.Array(Psk) }),
  source: 'document 2, Categories',
  summary: 'Set the categories of an application',
});

export const categoryOperations = [listCategories, setApplicationCategories] as const;
