import { getHealth, getReadiness, getProductVersion as versionCall } from '@balcao/contract/health'
import { announcementsFeature } from '../features/announcements/announcements.feature'
import { auditFeature } from '../features/audit/audit.feature'
import { authFeature } from '../features/auth/auth.feature'
import { createOwnPasswordCheck } from '../features/auth/prove-password'
import { backupsFeature } from '../features/backups/backups.feature'
import { billingFeature } from '../features/billing/billing.feature'
import { botsFeature } from '../features/bots/bots.feature'
import { campaignsFeature } from '../features/campaigns/campaigns.feature'
import { chatsFeature } from '../features/chats/chats.feature'
import { companiesFeature } from '../features/companies/companies.feature'
import { connectionsFeature } from '../features/connections/connections.feature'
import { contactImportsFeature } from '../features/contact-imports/contact-imports.feature'
import { contactListsFeature } from '../features/contact-lists/contact-lists.feature'
import { contactsFeature } from '../features/contacts/contacts.feature'
import { dashboardFeature } from '../features/dashboard/dashboard.feature'
import { externalApiFeature } from '../features/external-api/external-api.feature'
import { fileListsFeature } from '../features/file-lists/file-lists.feature'
import { helpsFeature } from '../features/helps/helps.feature'
import { holidaysFeature } from '../features/holidays/holidays.feature'
import { integrationsFeature } from '../features/integrations/integrations.feature'
import { messagePricesFeature } from '../features/message-prices/message-prices.feature'
import { messageTemplatesFeature } from '../features/message-templates/message-templates.feature'
import { messagesFeature } from '../features/messages/messages.feature'
import { moveInsFeature } from '../features/move-ins/move-ins.feature'
import { moveOutFeature } from '../features/move-out/move-out.feature'
import { notesFeature } from '../features/notes/notes.feature'
import { officialNumbersFeature } from '../features/official-numbers/official-numbers.feature'
import { onboardingFeature } from '../features/onboarding/onboarding.feature'
import { personalDataFeature } from '../features/personal-data/personal-data.feature'
import { plansFeature } from '../features/plans/plans.feature'
import { platformSettingsFeature } from '../features/platform-settings/platform-settings.feature'
import { promptsFeature } from '../features/prompts/prompts.feature'
import { queuesFeature } from '../features/queues/queues.feature'
import { quickMessagesFeature } from '../features/quick-messages/quick-messages.feature'
import { storeInboundEvents } from '../features/reception/inbound-events'
import { receptionFeature } from '../features/reception/reception.feature'
import { schedulesFeature } from '../features/schedules/schedules.feature'
import { settingsFeature } from '../features/settings/settings.feature'
import { signupFeature } from '../features/signup/signup.feature'
import { storageFeature } from '../features/storage/storage.feature'
import { supportFeature } from '../features/support/support.feature'
import { tagsFeature } from '../features/tags/tags.feature'
import { ticketsFeature } from '../features/tickets/tickets.feature'
import { usersFeature } from '../features/users/users.feature'
import { webhooksFeature } from '../features/webhooks/webhooks.feature'
import { createHealthProbe } from '../platform/database/health-probe'
import type { Feature } from '../platform/feature'
import { downloadAndStorePicture } from '../platform/files/keep-picture'
import { publicRoute, readRoute } from '../platform/http/route'
import { refuse } from '../platform/refusal'
import { productVersion } from '../platform/version'
import type { AppDependencies } from './app'
import type { AppPorts } from './ports'

/** Builds all features. Their order does not matter, because `hook-order.ts` orders their hooks. */
export function allFeatures(
  parts: AppDependencies,
  ports: AppPorts,
  isStopping: () => boolean,
): readonly Feature[] {
  const { clock, log, secrets, store, gateway, cells, mail, node, bots, assistant, speech } = parts
  const { dataKeys, tokenSigningKey: tokenKey } = secrets
  const { workplace, signals, links, senders, mediaLinks, directory } = ports
  const { isOnline } = ports.subscribers
  const provePassword = createOwnPasswordCheck({ workplace, tokenKey })
  return [
    healthFeature(createHealthProbe(ports.pools.probe), isStopping),
    versionFeature,
    authFeature({ tokenKey, isOnline, dataKeys, workplace, cells, mail, node }),
    auditFeature,
    onboardingFeature,
    companiesFeature,
    signupFeature(parts.cells),
    supportFeature({ tokenKey, isOnline, workplace, cells }),
    billingFeature({ provider: parts.payments, mail, log }),
    plansFeature,
    backupsFeature({ isScheduled: parts.backups !== null, mail }),
    platformSettingsFeature({ webVersion: parts.webVersion }),
    moveInsFeature({ dataKeys }),
    helpsFeature,
    announcementsFeature({ links: mediaLinks, store }),
    storageFeature(store),
    usersFeature({ isOnline, node, provePassword, cells }),
    queuesFeature,
    holidaysFeature,
    settingsFeature({ dataKeys }),
    tagsFeature({ links: mediaLinks }),
    connectionsFeature({ dataKeys, links }),
    officialNumbersFeature({
      api: parts.officialApi,
      dataKeys,
      workplace,
      publicUrl: parts.publicUrl,
      log,
      storeEvents: (work, connectionId, events) => storeInboundEvents(work, dataKeys, connectionId, events),
    }),
    contactsFeature({
      links: mediaLinks,
      directory,
      downloadAndStorePicture: (companyId, address) =>
        downloadAndStorePicture(parts.outside, store, companyId, address),
    }),
    personalDataFeature({ links: mediaLinks, store }),
    moveOutFeature({ links: mediaLinks, store, provePassword }),
    messagePricesFeature,
    messageTemplatesFeature({ api: parts.templatesApi, dataKeys, files: store, links: mediaLinks }),
    contactImportsFeature({ store, spreadsheets: parts.spreadsheets }),
    contactListsFeature({ store, spreadsheets: parts.spreadsheets, directory }),
    ticketsFeature({ links: mediaLinks }),
    messagesFeature({
      links: mediaLinks,
      workplace,
      senders,
      liveLinks: links,
      gateway,
      store,
      dataKeys,
      voiceNotes: parts.voiceNotes,
      log,
    }),
    notesFeature,
    dashboardFeature({ isOnline }),
    chatsFeature({ links: mediaLinks }),
    quickMessagesFeature({ links: mediaLinks }),
    promptsFeature({ dataKeys }),
    integrationsFeature({ dataKeys, bots, outside: parts.webhooks }),
    fileListsFeature({ links: mediaLinks }),
    schedulesFeature({ links: mediaLinks }),
    campaignsFeature({ links: mediaLinks }),
    externalApiFeature(directory),
    webhooksFeature({ dataKeys, links: mediaLinks, outside: parts.webhooks, clock, workplace, signals }),
    receptionFeature,
    botsFeature({ dataKeys, links: mediaLinks, store, bots, assistant, speech, log }),
  ]
}

const versionFeature: Feature = {
  name: 'version',
  routes: [readRoute(versionCall, async () => ({ version: productVersion }))],
}

function healthFeature(databaseAnswers: () => Promise<boolean>, isStopping: () => boolean): Feature {
  const refuseWithoutDatabase = async () => {
    if (!(await databaseAnswers())) throw refuse('ERR_DATABASE_UNAVAILABLE')
  }
  const answer = publicRoute(getHealth, async () => {
    await refuseWithoutDatabase()
    return { status: 'ok' as const }
  })
  const answerReady = publicRoute(getReadiness, async () => {
    if (isStopping()) throw refuse('ERR_STOPPING')
    await refuseWithoutDatabase()
    return { status: 'ready' as const }
  })
  return { name: 'health', routes: [answer, answerReady] }
}
