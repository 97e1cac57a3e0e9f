import type { Platform } from '../../platform/services.ts';
import { formatSyslogMessage } from '../../platform/syslog/message.ts';
import { sendMessages } from '../../platform/syslog/send.ts';
import * as chain from './chain-store.ts';
import { presentEntry } from './presenter.ts';
import { type ListedRow, listedAfter } from './store.ts';

/** Rows that are sent over one connection. */
const batch = 500;

/**
 * Sends the rows that were not sent yet to the syslog server, where there is one. Each is sent at least once,
 * and twice when a connection breaks; the id of a row identifies it. With its link each message says where the chain ended,
 * so that the server can prove what is gone from the database. Error: that of the connection.
 */
export async function sendRows({ config, database }: Platform): Promise<void> {
  const { auditSyslog } = config;
  if (auditSyslog === null) return;
  for (const head of await chain.unsentHeads(database.db)) {
    let sent = Math.max(head.exported, head.first - 1);
    while (sent < head.last) {
      const rows = await listedAfter(database.db, head.org_id, sent, batch);
      if (rows.length === 0) break;
      await sendMessages(auditSyslog, rows.map(messageOf));
      sent = rows.at(-1)?.position ?? head.last;
      await database.auditTransaction((tx) => chain.setHead(tx, head.org_id, { exported: sent }));
    }
  }
}

const messageOf = (row: ListedRow): string =>
  formatSyslogMessage({
    at: row.at,
    severity: row.outcome === 'refused' ? 'warning' : 'notice',
    id: row.action,
    data: { organization: row.org_id, id: row.id, actor: row.actor ?? '', link: row.link },
    text: JSON.stringify(presentEntry(row)),
  });
