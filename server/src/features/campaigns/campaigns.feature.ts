import * as calls from '@balcao/contract/campaigns'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { type Route, readRoute, route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import { connectionDeleting } from '../connections/connections.hooks'
import { contactListDeleting } from '../contact-lists/contact-lists.hooks'
import { contactAddressesAdded, contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { fileListDeleting } from '../file-lists/file-lists.hooks'
import { messageFailureChanged, systemMessagesAcknowledged } from '../messages/messages.hooks'
import { campaignSettings, changeCampaignSettings } from './campaign-settings.verbs'
import { campaignChanged, campaignSettingsChanged, optOutChanged } from './campaigns.events'
import type { CampaignRow } from './campaigns.queries'
import {
  campaignDetails,
  campaignFigures,
  estimateCampaignEndAndCost,
  exportShipping,
  listCampaigns,
  listShipping,
} from './campaigns.read'
import {
  campaignSettingsView,
  campaignView,
  optOutView,
  shippingView,
  unsignedCampaign,
} from './campaigns.view'
import { applyAcksToCampaigns, applyMessageFailureToCampaigns } from './follow-messages'
import {
  eraseCampaignDataOfContact,
  moveCampaignRowsToContact,
  refuseContactListInUse,
  refuseFileListInUse,
  stopCampaignsOfConnection,
} from './let-go'
import { addOptOut, deleteOptOut, extendOptOutsToAddresses, listOptOuts } from './opt-outs.verbs'
import { cancelCampaign, restartCampaign, startCampaign } from './run-campaign'
import {
  createCampaign,
  deleteCampaign,
  putCampaignFile,
  removeCampaignFile,
  updateCampaign,
} from './save-campaign'

export function campaignsFeature({ links }: { links: MediaLinkSigner }): Feature {
  return {
    name: 'campaigns',
    routes: campaignRoutes(links),
    events: [campaignChanged, campaignSettingsChanged, optOutChanged],
    hooks: [
      onHook(systemMessagesAcknowledged, applyAcksToCampaigns),
      onHook(messageFailureChanged, applyMessageFailureToCampaigns),
      onHook(contactListDeleting, refuseContactListInUse),
      onHook(fileListDeleting, refuseFileListInUse),
      onHook(connectionDeleting, stopCampaignsOfConnection),
      onHook(contactsMerging, moveCampaignRowsToContact),
      onHook(contactAddressesAdded, extendOptOutsToAddresses),
      onHook(contactErasing, eraseCampaignDataOfContact),
    ],
  }
}

function campaignRoutes(links: MediaLinkSigner): readonly Route[] {
  const view = (row: CampaignRow) => campaignView(unsignedCampaign(row), links)
  return [
    readRoute(calls.listCampaigns, async (work, { query }) => {
      const { rows, ...page } = await listCampaigns(work, query)
      return { records: rows.map(view), ...page }
    }),
    readRoute(calls.getCampaign, async (work, { params }) => {
      const { row, ...parts } = await campaignDetails(work, params.campaignId)
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
    readRoute(calls.estimateCampaign, (work, { params }) =>
      estimateCampaignEndAndCost(work, params.campaignId),
    ),
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
    route(calls.uploadCampaignMedia, async (work, { params, files }) => ({
      ...view(await putCampaignFile(work, params.campaignId, files)),
      mensagem: 'Arquivo anexado',
    })),
    route(calls.removeCampaignMedia, async (work, { params }) => ({
      ...view(await removeCampaignFile(work, params.campaignId)),
      mensagem: 'Arquivo excluído',
    })),
    ...reportRoutes(),
    ...optOutRoutes(),
    readRoute(calls.getCampaignSettings, async (work) => campaignSettingsView(await campaignSettings(work))),
    route(calls.saveCampaignSettings, async (work, { body }) =>
      campaignSettingsView(await changeCampaignSettings(work, body.settings)),
    ),
  ]
}

function reportRoutes(): readonly Route[] {
  return [
    readRoute(calls.getCampaignFigures, (work, { params }) => campaignFigures(work, params.campaignId)),
    readRoute(calls.listCampaignShippings, async (work, { params, query }) => {
      const { rows, ...page } = await listShipping(work, params.campaignId, query)
      return { records: rows.map(shippingView), ...page }
    }),
    route(calls.exportCampaignShippings, async (work, { params, body }) => {
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
