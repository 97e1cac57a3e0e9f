import { rareText } from './many-users.ts';

interface Query {
  search?: string;
  sort?: string;
  page: string;
}

/** The queries of the list of users. */
export const userQuestions = {
  'first page': { page: '0,20' },
  'first page by last name': { page: '0,20', sort: 'last_name' },
  'last page': { page: '99980,20' },
  'search, one in ten match': { page: '0,20', search: 'hopper' },
  'search, three match': { page: '0,20', search: rareText },
} as const satisfies Record<string, Query>;
export type UserQuestion = keyof typeof userQuestions;

const folded = ['user_id_folded', 'first_name_folded', 'last_name_folded', 'email_folded'];

/** The page and the count as plain SQL. */
export function bareStatements(orgId: string, { search, sort, page }: Query) {
  const [offset, limit] = page.split(',').map(Number);
  const values = search === undefined ? [orgId] : [orgId, ...folded.map(() => `%${search}%`)];
  const like = folded.map((column, at) => `${column} like $${at + 2}`).join(' or ');
  const where = `from users where org_id = $1 and deleted is null${search === undefined ? '' : ` and (${like})`}`;
  const order = sort === undefined ? 'psk' : `${sort}_folded, psk`;
  return [
    { text: `select * ${where} order by ${order} limit ${limit} offset ${offset}`, values },
    { text: `select count(*) ${where}`, values },
  ];
}
