import { listSettings, updateSetting } from '@balcao/contract/people'
import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { type Route, route } from '../../platform/http/route'
import { changeSetting } from './change-setting'
import { settingChanged } from './settings.events'
import { settingsForUser } from './settings.read'

export interface SettingsDependencies {
  /** Encrypts stored credentials. */
  readonly dataKeys: DataKeys
}

export function settingsFeature({ dataKeys }: SettingsDependencies): Feature {
  return { name: 'settings', routes: settingsRoutes(dataKeys), events: [settingChanged] }
}

function settingsRoutes(dataKeys: DataKeys): readonly Route[] {
  return [
    route(listSettings, (work) => settingsForUser(work)),
    route(updateSetting, (work, { params, body }) => changeSetting(work, params.key, body.value, dataKeys)),
  ]
}
