import {
  listNotifications,
  sendApplicationMessage,
  sendGroupMessage,
  sendUpdateNotice,
} from '../../../contract/notifications.ts';
import { defineCommand, type Outcome } from '../command.ts';
import { findApplication, findGroups } from '../lookup.ts';
import { table } from '../table.ts';

/** The result: devices get the message at once, and people have it among their messages in any case. */
const sent = (to: string, isSent: boolean): Outcome => ({
  text: isSent
    ? `Sent to ${to}.`
    : `Sent to ${to}. None of their App Catalogs can receive push messages: people find it in the catalog, and browsers with notifications allowed show it.`,
  json: { sent: isSent },
});

const group = defineCommand({
  name: 'notify group',
  summary: 'Send a message to the members of a group',
  operands: ['GROUP', 'MESSAGE'],
  examples: ["appshelf notify group 'Field Crew' 'Bring your badges on Monday.'"],
  async run({ signedIn, operands: [name = '', message = ''] }) {
    const service = await signedIn();
    const [found] = await findGroups(service, [name]);
    const params = { group: String(found?.psk) };
    const answer = await service.call(sendGroupMessage, { params, body: { message } });
    return sent(`the members of ${found?.name}`, answer.group_message_notification_sent);
  },
});

const app = defineCommand({
  name: 'notify app',
  summary: 'Send a message to those who downloaded an application',
  operands: ['APP', 'MESSAGE'],
  async run({ signedIn, operands: [name = '', message = ''] }) {
    const service = await signedIn();
    const { id, name: title } = await findApplication(service, name);
    const params = { application: id };
    const answer = await service.call(sendApplicationMessage, { params, body: { message } });
    return sent(`those who downloaded ${title}`, answer.app_message_notification_sent);
  },
});

const update = defineCommand({
  name: 'notify update',
  summary: 'Tell those with a previous version of an application about the newest',
  operands: ['APP'],
  async run({ signedIn, operands: [name = ''] }) {
    const service = await signedIn();
    const { id, name: title } = await findApplication(service, name);
    const answer = await service.call(sendUpdateNotice, { params: { application: id } });
    return sent(`those with a previous version of ${title}`, answer.update_notification_sent);
  },
});

const list = defineCommand({
  name: 'notify list',
  summary: 'List what was sent, and how far it got',
  async run({ signedIn }) {
    const { notifications } = await (await signedIn()).call(listNotifications, { query: { page: '0,100' } });
    const rows = notifications.map(({ created, title, text, people, devices, sent: done, failed, ended }) => [
      created.slice(0, 16).replace('T', ' '),
      title,
      text,
      String(people),
      `${done}/${devices}`,
      String(failed),
      String(ended),
    ]);
    const heads = ['SENT', 'TITLE', 'MESSAGE', 'PEOPLE', 'DEVICES', 'FAILED', 'ENDED'];
    return { text: table(heads, rows, 'Nothing was sent yet.'), json: notifications };
  },
});

export const notifyCommands = [group, app, update, list];
