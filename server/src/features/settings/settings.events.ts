import { type LiveSettingPayload, liveChannel } from '@balcao/contract/live'
import type { SettingView } from '@balcao/contract/people'
import { eventKind } from '../../platform/live/event-kind'

/** A setting changed; for all users of the company. A changed credential has no event. */
export const settingChanged = eventKind<{ setting: SettingView }>({
  name: 'setting.changed',
  audience: ({ setting }, subscriber) => ({
    channel: liveChannel.settings(subscriber.viewer.companyId),
    payload: { action: 'update', setting } satisfies LiveSettingPayload,
  }),
})
