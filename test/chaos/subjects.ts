import { setTimeout as wait } from 'node:timers/promises';
import { sendGroupMessage } from '../../contract/notifications.ts';
import { setApplicationTerms } from '../../contract/terms.ts';
import type { Database } from '../../mock-server/platform/database/connect.ts';
import type { TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';
import {
  apk,
  assign,
  makeGroup,
  publishAndroid,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';

/** What somebody writes about: an application with terms, and beside it a web application and a message. */
export interface Subject {
  id: string;
  /** Those that may be installed, newest last. */
  versions: { id: string; version_num: string }[];
  /** The version of its terms that people answer. */
  terms: string;
  /** The web application, whose openings are counted. */
  address: string;
  message: string;
}

/** Makes subjects, and a group whose members have all of them. */
export async function makeSubjects(
  service: TestService,
  count: number,
): Promise<{ subjects: Subject[]; group: number }> {
  const group = await makeGroup(service, 'Everybody');
  const subjects: Subject[] = [];
  for (let at = 0; at < count; at += 1) subjects.push(await makeSubject(service, group, at));
  await sent(service.platform.database);
  return { subjects, group };
}

async function makeSubject(service: TestService, group: number, at: number): Promise<Subject> {
  const { token } = service.admin;
  const bundle = `org.example.chaos${at}`;
  const first = await publishAndroid(service, bundle);
  const second = await publishVersion(service, first, {}, { bytes: apk(bundle, 2), name: 'app.apk' });
  const { id: address } = await publishWeb(service, `Address${at}`);
  await assign(service, group, { id: first.id }, { id: address });
  const texts = { en: `What ${bundle} is for.` };
  const { terms } = await service.ok(setApplicationTerms, {
    token,
    params: { application: first.id },
    body: { texts },
  });
  const message = `About ${bundle}`;
  await service.ok(sendGroupMessage, { token, params: { group: String(group) }, body: { message } });
  return {
    id: first.id,
    versions: [first, second].map(({ versionId, versionNum }) => ({
      id: versionId,
      version_num: versionNum,
    })),
    terms: terms.id,
    address,
    message: await notification(service.platform.database, message),
  };
}

async function notification({ db }: Database, text: string): Promise<string> {
  const found = db.selectFrom('notifications').select('id').where('text', '=', text);
  return (await found.executeTakeFirstOrThrow()).id;
}

/** Waits until the messages have been given to the group's members: nobody is given one later. */
async function sent({ db }: Database): Promise<void> {
  const waiting = db.selectFrom('notifications').select('id').where('gathered', 'is not', null);
  while ((await waiting.executeTakeFirst()) !== undefined) await wait(20);
}

/** Gives somebody who came later the messages too. */
export async function receive(
  { platform, admin }: TestService,
  user: TestUser,
  subjects: readonly Subject[],
): Promise<void> {
  const rows = subjects.map(({ message: of }) => ({
    org_id: admin.orgId,
    user: user.id,
    notification: of,
    read: null,
  }));
  await platform.database.db.insertInto('messages').values(rows).execute();
}
