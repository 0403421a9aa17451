import * as calls from '@balcao/contract/campaigns'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { type Route, readRoute, route } from '../../platform/http/route'
import type { MediaLinks } from '../../platform/media-links'
import { connectionLeaving } from '../connections/connections.hooks'
import { contactListLeaving } from '../contact-lists/contact-lists.hooks'
import { contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { fileListLeaving } from '../file-lists/file-lists.hooks'
import { messageSettled, systemMessagesTicked } from '../messages/messages.hooks'
import { campaignSettings, changeCampaignSettings } from './campaign-settings.verbs'
import { campaignChanged, campaignSettingsChanged, optOutChanged } from './campaigns.events'
import type { CampaignRow } from './campaigns.queries'
import {
  campaignFigures,
  estimateCampaign,
  exportShipping,
  listCampaigns,
  listShipping,
  partsOfCampaign,
} from './campaigns.read'
import { campaignView, optOutView, settingsView, shippingView, unsigned } from './campaigns.view'
import { followFailure, followTicks } from './follow-messages'
import {
  eraseCampaignDataOfContact,
  leaveConnection,
  mergeShippings,
  refuseUsedFileList,
  refuseUsedList,
} from './let-go'
import { addOptOut, deleteOptOut, listOptOuts } from './opt-outs.verbs'
import { cancelCampaign, restartCampaign, startCampaign } from './run-campaign'
import { createCampaign, deleteCampaign, putMedia, removeMedia, updateCampaign } from './save-campaign'

/** One message to many contacts, at a pace that WhatsApp tolerates. */
export function campaignsFeature({ links }: { links: MediaLinks }): Feature {
  return {
    name: 'campaigns',
    routes: campaignRoutes(links),
    events: [campaignChanged, campaignSettingsChanged, optOutChanged],
    hooks: [
      onHook(systemMessagesTicked, followTicks),
      onHook(messageSettled, followFailure),
      onHook(contactListLeaving, refuseUsedList),
      onHook(fileListLeaving, refuseUsedFileList),
      onHook(connectionLeaving, leaveConnection),
      onHook(contactsMerging, mergeShippings),
      onHook(contactErasing, eraseCampaignDataOfContact),
    ],
  }
}

function campaignRoutes(links: MediaLinks): readonly Route[] {
  const view = (row: CampaignRow) => campaignView(unsigned(row), links)
  return [
    readRoute(calls.listCampaigns, async (work, { query }) => {
      const { rows, ...page } = await listCampaigns(work, query)
      return { records: rows.map(view), ...page }
    }),
    readRoute(calls.getCampaign, async (work, { params }) => {
      const { row, ...parts } = await partsOfCampaign(work, params.campaignId)
      return { ...view(row), ...parts }
    }),
    route(calls.createCampaign, async (work, { body }) => view(await createCampaign(work, body))),
    route(calls.updateCampaign, async (work, { params, body }) =>
      view(await updateCampaign(work, params.campaignId, body)),
    ),
    route(calls.deleteCampaign, async (work, { params }) => {
      await deleteCampaign(work, params.campaignId)
      return { message: 'campaign deleted' }
    }),
    readRoute(calls.estimateCampaign, (work, { params }) => estimateCampaign(work, params.campaignId)),
    route(calls.startCampaign, async (work, { params }) => ({
      ...view(await startCampaign(work, params.campaignId)),
      message: 'campaign started',
    })),
    route(calls.cancelCampaign, async (work, { params }) => ({
      ...view(await cancelCampaign(work, params.campaignId)),
      message: 'campaign cancelled',
    })),
    route(calls.restartCampaign, async (work, { params }) => ({
      ...view(await restartCampaign(work, params.campaignId)),
      message: 'campaign restarted',
    })),
    route(calls.putCampaignMedia, async (work, { params, files }) => ({
      ...view(await putMedia(work, params.campaignId, files)),
      mensagem: 'Arquivo anexado',
    })),
    route(calls.removeCampaignMedia, async (work, { params }) => ({
      ...view(await removeMedia(work, params.campaignId)),
      mensagem: 'Arquivo excluído',
    })),
    ...reportRoutes(),
    ...optOutRoutes(),
    readRoute(calls.getCampaignSettings, async (work) => settingsView(await campaignSettings(work))),
    route(calls.saveCampaignSettings, async (work, { body }) =>
      settingsView(await changeCampaignSettings(work, body.settings)),
    ),
  ]
}

function reportRoutes(): readonly Route[] {
  return [
    readRoute(calls.getCampaignFigures, (work, { params }) => campaignFigures(work, params.campaignId)),
    readRoute(calls.listShipping, async (work, { params, query }) => {
      const { rows, ...page } = await listShipping(work, params.campaignId, query)
      return { records: rows.map(shippingView), ...page }
    }),
    route(calls.exportShipping, async (work, { params, body }) => {
      const { rows, next } = await exportShipping(work, params.campaignId, body)
      return { records: rows.map(shippingView), next }
    }),
  ]
}

function optOutRoutes(): readonly Route[] {
  return [
    readRoute(calls.listOptOuts, async (work, { query }) => {
      const { rows, ...page } = await listOptOuts(work, query)
      return { records: rows.map(optOutView), ...page }
    }),
    route(calls.createOptOut, async (work, { body }) => optOutView(await addOptOut(work, body))),
    route(calls.deleteOptOut, async (work, { params }) => {
      await deleteOptOut(work, params.optOutId)
      return { message: 'opt-out deleted' }
    }),
  ]
}
