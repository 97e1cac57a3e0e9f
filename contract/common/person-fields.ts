import { Type } from 'typebox';
import { nullable, Timestamp } from './fields.ts';

/**
 * What every answer with a user tells; document 1, User. `email` and `mobile_phone` are never null: an empty text means
 * none.
 */
export const personFields = {
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  mobile_phone: Type.String(),
  role: Type.Integer(),
  created_date: Timestamp,
  until_date: Timestamp,
  user_id: Type.String(),
  last_login_from_catalog: nullable(Timestamp),
};
