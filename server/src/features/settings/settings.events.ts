import { channel, type LiveSetting } from '@balcao/contract/live'
import type { SettingView } from '@balcao/contract/people'
import { eventKind } from '../../platform/live/event-kind'

/** Settings are known to everybody of the company; a credential's change is told to nobody. */
export const settingChanged = eventKind<{ setting: SettingView }>({
  name: 'setting.changed',
  audience: ({ setting }, subscriber) => ({
    channel: channel.settings(subscriber.viewer.companyId),
    payload: { action: 'update', setting } satisfies LiveSetting,
  }),
})
