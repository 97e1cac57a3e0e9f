import type { Platform } from '../../platform/services.ts';
import { syslogMessage } from '../../platform/syslog/message.ts';
import { sendMessages } from '../../platform/syslog/send.ts';
import * as heads from './heads-store.ts';
import { presentEntry } from './presenter.ts';
import * as store from './store.ts';

/** Rows that are sent over one connection. */
const batch = 500;

/**
 * Sends the chained rows that were not sent yet to the syslog server, where there is one. Each is sent at least once,
 * and twice when a connection breaks or two processes send at the same time; the id of a row identifies it. Error: that
 * of the connection.
 */
export async function sendRows({ config, database }: Platform): Promise<void> {
  const { auditSyslog } = config;
  if (auditSyslog === null) return;
  for (const head of await heads.unsentHeads(database.db)) {
    let sent = Math.max(head.exported, head.first - 1);
    while (sent < head.last) {
      const rows = await store.listedAfter(database.db, head.org_id, sent, batch);
      if (rows.length === 0) break;
      await sendMessages(auditSyslog, rows.map(messageOf));
      sent = rows.at(-1)?.position ?? head.last;
      await database.trail((tx) => heads.setHead(tx, head.org_id, { exported: sent }));
    }
  }
}

const messageOf = (row: store.ListedRow): string =>
  syslogMessage({
    at: row.at,
    severity: row.outcome === 'refused' ? 'warning' : 'notice',
    id: row.action,
    data: { organization: row.org_id, id: row.id, actor: row.actor ?? '' },
    text: JSON.stringify(presentEntry(row)),
  });
