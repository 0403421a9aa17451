import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { settingChanged } from './settings.events'
import { settingsRoutes } from './settings.routes'

export interface SettingsParts {
  /** Encrypts stored credentials. */
  readonly dataKeys: DataKeys
}

export function settingsFeature({ dataKeys }: SettingsParts): Feature {
  return { name: 'settings', routes: settingsRoutes(dataKeys), events: [settingChanged] }
}
