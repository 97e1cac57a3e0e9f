import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/terms.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { route } from '../../platform/http/route.ts';
import { parseAge } from '../../platform/http/writes/age.ts';
import { runIdempotent } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import type { OffersContext } from '../catalog/facade.ts';
import * as presenter from './presenter.ts';
import * as service from './service.ts';
import type { Subject } from './store.ts';

/** Terms of organizations and applications, and people's answers to them. */
export function registerTerms(app: FastifyInstance, platform: OffersContext): void {
  registerOrganizationTerms(app, platform);
  registerApplicationTerms(app, platform);
  registerAnswers(app, platform);
}

const toOrganizationSubject = ({ orgId }: Caller): Subject => ({ orgId, application: null });

function registerOrganizationTerms(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readTerms, async ({ caller }) => readTerms(platform, toOrganizationSubject(caller)));

  route(app, contract.setTerms, async ({ caller, body }) => ({
    terms: presenter.presentTerms(
      await service.setTerms(platform, toOrganizationSubject(caller), body.texts),
    ),
  }));

  route(app, contract.removeTerms, async ({ caller }) => ({
    deleted: await service.removeTerms(platform, toOrganizationSubject(caller)),
  }));

  route(app, contract.listTermsVersions, async ({ caller }) =>
    listVersions(platform, toOrganizationSubject(caller)),
  );
}

function registerApplicationTerms(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readApplicationTerms, async ({ caller, params }) =>
    readTerms(platform, await service.findManageableSubject(platform, caller, params.application)),
  );

  route(app, contract.setApplicationTerms, async ({ caller, params, body }) => {
    const subject = await service.findManageableSubject(platform, caller, params.application);
    return { terms: presenter.presentTerms(await service.setTerms(platform, subject, body.texts)) };
  });

  route(app, contract.removeApplicationTerms, async ({ caller, params }) => ({
    deleted: await service.removeTerms(
      platform,
      await service.findManageableSubject(platform, caller, params.application),
    ),
  }));

  route(app, contract.listApplicationTermsVersions, async ({ caller, params }) =>
    listVersions(platform, await service.findManageableSubject(platform, caller, params.application)),
  );
}

function registerAnswers(app: FastifyInstance, platform: OffersContext): void {
  route(app, contract.readMyTerms, async ({ caller }) => {
    const { organization, applications } = await service.listTermsOf(platform, caller);
    return {
      organization: organization && presenter.presentPersonTerms(organization),
      applications: applications.map(presenter.presentApplicationTerms),
    };
  });

  route(app, contract.readMyApplicationTerms, async ({ caller, params }) => {
    const found = await service.readTermsOfApplication(platform, caller, params.application);
    return { terms: found && presenter.presentPersonTerms(found) };
  });

  route(app, contract.answerTerms, async ({ caller, params, body, request }) => {
    const terms = await service.findAnswerable(platform, caller, params.terms);
    return runIdempotent(platform.database, request, caller, async (tx) =>
      presenter.presentAnswer(
        await service.recordAnswer(tx, caller, { terms, accepted: body.accepted, age: parseAge(request) }),
      ),
    );
  });
}

async function readTerms(platform: Platform, subject: Subject) {
  const row = await service.readCurrent(platform, subject);
  return { terms: row && presenter.presentTerms(row) };
}

const listVersions = async (platform: Platform, subject: Subject) => ({
  versions: (await service.listAllVersions(platform, subject)).map(presenter.presentVersion),
});
