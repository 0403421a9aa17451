import { listSettings, updateSetting } from '@balcao/contract/people'
import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { changeSetting } from './change-setting'
import { settingChanged } from './settings.events'
import { settingsForUser } from './settings.read'

export function settingsFeature({ dataKeys }: { readonly dataKeys: DataKeys }): Feature {
  return {
    name: 'settings',
    routes: [
      route(listSettings, (work) => settingsForUser(work)),
      route(updateSetting, (work, { params, body }) => changeSetting(work, params.key, body.value, dataKeys)),
    ],
    events: [settingChanged],
  }
}
