import * as calls from '@balcao/contract/integrations'
import type { OutsideBotClient } from '../../outside/bots/port'
import type { Feature } from '../../platform/feature'
import { callerRoute, readRoute, route } from '../../platform/http/route'
import { integrationChanged } from './integrations.events'
import { integrationToRead, listIntegrations } from './integrations.read'
import {
  createIntegration,
  deleteIntegration,
  type SaveIntegrationDependencies,
  updateIntegration,
} from './integrations.verbs'
import { integrationForViewer, integrationView } from './integrations.view'
import { runIntegrationTest } from './try-integration'

export function integrationsFeature(
  parts: SaveIntegrationDependencies & { readonly bots: OutsideBotClient },
): Feature {
  return {
    name: 'integrations',
    routes: [
      readRoute(calls.listIntegrations, (work, { query }) => listIntegrations(work, query)),
      readRoute(calls.getIntegration, async (work, { params }) =>
        integrationForViewer(
          work.actor,
          integrationView(await integrationToRead(work, params.integrationId)),
        ),
      ),
      route(calls.createIntegration, (work, { body }) => createIntegration(work, body, parts)),
      route(calls.updateIntegration, (work, { params, body }) =>
        updateIntegration(work, params.integrationId, body, parts),
      ),
      route(calls.deleteIntegration, async (work, { params }) => {
        await deleteIntegration(work, params.integrationId)
        return { message: 'integration deleted' }
      }),
      callerRoute(calls.testIntegration, async (caller, { body }) => ({
        message: await runIntegrationTest(caller, body, parts),
      })),
    ],
    events: [integrationChanged],
  }
}
