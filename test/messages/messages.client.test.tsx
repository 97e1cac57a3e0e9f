import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listMessages } from '../../contract/messages.ts';
import { sendGroupMessage } from '../../contract/notifications.ts';
import { MessagesPage } from '../../src/app/pages/messages-page.tsx';
import { LinkedText } from '../../src/features/messages/linked-text.tsx';
import { MessagesLink } from '../../src/features/messages/messages-link.tsx';
import { type Line, openLine } from '../setup/http/line.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import type { TestUser } from '../setup/world/people.ts';
import { join, makeGroup } from '../setup/world/publishing.ts';

let page: SimulatedPage;
let line: Line;
let user: TestUser;

const service = await openService();
const group = await makeGroup(service, 'Field Crew');
beforeEach(async () => {
  line = await openLine(service.url);
  user = await service.makeUser();
  await join(service, group, user);
  const own = await service.signIn(user, { udid: 'elsewhere' });
  const { token } = service.admin;
  await service.ok(sendGroupMessage, {
    token,
    params: { group: String(group) },
    body: { message: 'Bring your badges' },
  });
  const arrived = async () => {
    const { messages } = await service.ok(listMessages, own);
    if (messages.length === 0) throw new Error('The message is not there yet.');
  };
  await waitFor(arrived, { timeout: timeouts.step });
  page = await openPage(line.url, user);
});
afterEach(async () => {
  await page.close();
  await line.close();
});

const isReadElsewhere = async () => {
  const own = await service.signIn(user, { udid: 'elsewhere' });
  return (await service.ok(listMessages, own)).messages[0]?.is_read;
};

it('the bell has the number of new messages, and opening the list reads them, on every device', async () => {
  page.draw(<MessagesLink />);
  await screen.findByRole('link', { name: 'Messages, 1 new message' });
  page.draw(<MessagesPage />);
  await screen.findByRole('heading', { name: /^Message from / });
  expect(screen.getByText('Bring your badges')).toBeVisible();
  expect(screen.getByText('New')).toBeVisible();
  await screen.findByRole('link', { name: 'Messages' });
  await waitFor(async () => expect(await isReadElsewhere()).toBe(true));
  expect(screen.getByText('New')).toBeVisible();
});

it('is there without a network, and what is read then is sent later', async () => {
  page.draw(<MessagesLink />);
  await screen.findByRole('link', { name: 'Messages, 1 new message' });
  line.state = 'cut';
  line.drop();
  page.draw(<MessagesPage />);
  expect(await screen.findByText('Bring your badges')).toBeVisible();
  await screen.findByRole('link', { name: 'Messages' });
  expect(page.account.outbox.unsent()).toBe(1);
  expect(await isReadElsewhere()).toBe(false);
  line.state = 'open';
  void page.account.outbox.send({ eager: true });
  await waitFor(async () => expect(await isReadElsewhere()).toBe(true));
});

it.each([
  ['See https://example.org/a?b=1, and go.', [['https://example.org/a?b=1', 'https://example.org/a?b=1']]],
  ['Write to help@example.org.', [['help@example.org', 'mailto:help@example.org']]],
  ['Call tel:+49-30-1 (now)', [['tel:+49-30-1', 'tel:+49-30-1']]],
  [
    'https://example.org/wiki/A_(b) (or https://example.org/c).',
    [
      ['https://example.org/wiki/A_(b)', 'https://example.org/wiki/A_(b)'],
      ['https://example.org/c', 'https://example.org/c'],
    ],
  ],
  ['https://example.org@other.example/ and http://a:b@other.example', []],
  ['https://other.example/\u202egro.elpmaxe', [['https://other.example/', 'https://other.example/']]],
  ['javascript:alert(1) <b>bold</b> http:// file:///etc data:text/html,x', []],
])('in %j only safe addresses are links', (text, links) => {
  page.draw(
    <p>
      <LinkedText>{text}</LinkedText>
    </p>,
  );
  const found = screen.queryAllByRole('link');
  expect(found.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(links);
  for (const link of found) expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByText((_, element) => element?.tagName === 'P')).toHaveTextContent(text);
});
