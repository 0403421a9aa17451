import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { showErrorWithAction } from './toasts'
import { loadWithMuiTheme } from './with-look'

interface LazyComponentCode<Props extends object> {
  loaded(): ComponentType<Props> | undefined
  /** Loads the component once for all callers; after a failure the next call retries. */
  fetch(): Promise<unknown>
}

export function lazyComponentCode<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponentCode<Props> {
  let loaded: ComponentType<Props> | undefined
  let coming: Promise<unknown> | undefined
  return {
    loaded: () => loaded,
    fetch() {
      coming ??= loadWithMuiTheme(load).then(
        (Part) => {
          loaded = Part
        },
        (cause) => {
          coming = undefined
          throw cause
        },
      )
      return coming
    },
  }
}

/** A release may have removed the chunks of this tab. The user decides on the reload, because it loses drafts. */
export function showChunkFailure(t: TFunction): void {
  showErrorWithAction(t('partFailed'), { name: t('reload'), act: reloadPage })
}

export function reloadPage(): void {
  window.location.reload()
}
