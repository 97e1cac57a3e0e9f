import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/reports.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentReport } from './presenter.ts';
import { reports } from './reports.ts';
import { findReport, readBlock, readCsv } from './service.ts';

/** Reports for administrators; document 3, Reports. */
export function registerReports(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listReports, async () =>
    Object.fromEntries(Object.values(reports).map((report) => [report.name, presentReport(report)])),
  );

  route(app, contract.readReportFieldInfo, async ({ params }) => {
    const report = findReport(params.report_name);
    return { [report.name]: presentReport(report) };
  });

  route(app, contract.readReport, async ({ caller, params, query, reply }) => {
    const report = findReport(params.report_name);
    if (query.format === 'csv') {
      const pieces = await readCsv(platform, caller, report, query);
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="${report.name}.csv"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }));
    }
    const { rows, total, isLast, next, previous } = await readBlock(platform, caller, report, query);
    return {
      report: {
        report_name: report.name,
        entries: rows,
        entries_returned: rows.length,
        total_available: total,
        end_of_data: isLast,
        next_block_token: next,
        prev_block_token: previous,
      },
    };
  });
}
