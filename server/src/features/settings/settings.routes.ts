import { listSettings, updateSetting } from '@balcao/contract/people'
import type { DataKeys } from '../../platform/encryption'
import { type Route, route } from '../../platform/http/route'
import { changeSetting } from './change-setting'
import { settingsFor } from './settings.read'

export function settingsRoutes(dataKeys: DataKeys): readonly Route[] {
  return [
    route(listSettings, (work) => settingsFor(work)),
    route(updateSetting, (work, { params, body }) => changeSetting(work, params.key, body.value, dataKeys)),
  ]
}
