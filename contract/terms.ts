import { type Static, Type } from 'typebox';
import { DeviceHeaders } from './catalog.ts';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { writeHeaders } from './common/writes.ts';

/** Most characters of one text of terms, and most languages. */
export const termsLimits = { text: 20_000, languages: 20 } as const;

/** The name of a language, as browsers give it: `en`, `de`, `pt-BR`. */
const language = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$';

/** The texts of terms by language. */
export const TermsTexts = Type.Record(
  Type.String({ pattern: language }),
  Type.String({ maxLength: termsLimits.text, pattern: '\\S' }),
  {
    minProperties: 1,
    maxProperties: termsLimits.languages,
    additionalProperties: false,
    examples: [{ en: 'Use it for your work only.' }],
  },
);
export type TermsTexts = Static<typeof TermsTexts>;

const version = { id: Id, version: Type.Integer({ minimum: 1 }), created: Timestamp };

/** The current terms. `version` grows with every change, and people who accepted an earlier one are asked again. */
export const Terms = output({ ...version, texts: TermsTexts });
export type Terms = Static<typeof Terms>;

/** One of all versions; `texts` is null for a version without terms, after they were removed. */
export const TermsVersion = output({ ...version, texts: nullable(TermsTexts) });
export type TermsVersion = Static<typeof TermsVersion>;

/** A person's answer to terms: null before they answered. */
const answer = { accepted: nullable(Type.Boolean()), answered: nullable(Timestamp) };

/** Terms as the person who is asked sees them. */
export const PersonTerms = output({ ...Terms.properties, ...answer });
export type PersonTerms = Static<typeof PersonTerms>;

const shared = {
  area: 'terms',
  source: 'ours: terms that people accept before they use the catalog',
} as const;
const current = output({ terms: nullable(Terms) });
const history = output({ versions: Type.Array(TermsVersion) });
const deleted = output({ deleted: Type.Boolean({ description: 'False where there were none' }) });
const Texts = Type.Object({ texts: TermsTexts });

const ofOrganization = { ...shared, context: 'administrator', path: '/v3/terms/' } as const;

export const readTerms = operation({
  ...ofOrganization,
  name: 'readTerms',
  method: 'GET',
  response: current,
  summary: 'Read the terms of the organization',
});

export const setTerms = operation({
  ...ofOrganization,
  name: 'setTerms',
  method: 'PUT',
  body: Texts,
  response: output({ terms: Terms }),
  summary:
    'Set the terms of the organization: a changed text makes a new version, which everybody is asked to accept',
});

export const removeTerms = operation({
  ...ofOrganization,
  name: 'removeTerms',
  method: 'DELETE',
  response: deleted,
  summary: 'Remove the terms of the organization; versions and answers are kept',
});

export const listTermsVersions = operation({
  ...ofOrganization,
  name: 'listTermsVersions',
  method: 'GET',
  path: '/v3/terms/versions/',
  response: history,
  summary: 'List all versions of the terms of the organization, the newest first',
});

const ApplicationParams = Type.Object({ application: PathIdentifier });
const ofApplication = {
  ...shared,
  context: 'publisher',
  within: ['own_applications'],
  path: '/v3/applications/:application/terms/',
  params: ApplicationParams,
} as const;

export const readApplicationTerms = operation({
  ...ofApplication,
  name: 'readApplicationTerms',
  method: 'GET',
  response: current,
  summary: 'Read the terms of an application',
});

export const setApplicationTerms = operation({
  ...ofApplication,
  name: 'setApplicationTerms',
  method: 'PUT',
  body: Texts,
  response: output({ terms: Terms }),
  summary: 'Set the terms of an application: who installs it is asked to accept them before',
});

export const removeApplicationTerms = operation({
  ...ofApplication,
  name: 'removeApplicationTerms',
  method: 'DELETE',
  response: deleted,
  summary: 'Remove the terms of an application; versions and answers are kept',
});

export const listApplicationTermsVersions = operation({
  ...ofApplication,
  name: 'listApplicationTermsVersions',
  method: 'GET',
  path: '/v3/applications/:application/terms/versions/',
  response: history,
  summary: 'List all versions of the terms of an application, the newest first',
});

const ofPerson = { ...shared, context: 'user_and_device', headers: DeviceHeaders } as const;

/** The terms that a person is asked to accept: the organization's, and which of their applications have terms. */
export const MyTerms = output({
  organization: nullable(PersonTerms),
  applications: Type.Array(output({ application: Id, ...version, ...answer })),
});
export type MyTerms = Static<typeof MyTerms>;

export const readMyTerms = operation({
  ...ofPerson,
  name: 'readMyTerms',
  method: 'GET',
  path: '/v3/catalog/terms/',
  within: ['own_catalog'],
  beforeTerms: true,
  response: MyTerms,
  summary: 'Read the terms that the caller is asked to accept, and the caller’s answers',
});

export const readMyApplicationTerms = operation({
  ...ofPerson,
  name: 'readMyApplicationTerms',
  method: 'GET',
  path: '/v3/catalog/applications/:application/terms/',
  within: ['own_catalog'],
  params: ApplicationParams,
  response: output({ terms: nullable(PersonTerms) }),
  summary: 'Read the terms of one of the caller’s applications',
});

export const answerTerms = operation({
  ...ofPerson,
  name: 'answerTerms',
  recorded: false,
  method: 'PUT',
  path: '/v3/catalog/terms/:terms/',
  headers: Type.Object({ ...DeviceHeaders.properties, ...writeHeaders }),
  within: ['own_catalog'],
  beforeTerms: true,
  params: Type.Object({ terms: PathIdentifier }),
  body: Type.Object({ accepted: Type.Boolean() }),
  response: output(answer),
  summary: 'Accept or decline a version of terms; the answer can be changed at any time',
});

export const termsOperations = [
  readTerms,
  setTerms,
  removeTerms,
  listTermsVersions,
  readApplicationTerms,
  setApplicationTerms,
  removeApplicationTerms,
  listApplicationTermsVersions,
  readMyTerms,
  readMyApplicationTerms,
  answerTerms,
] as const;
