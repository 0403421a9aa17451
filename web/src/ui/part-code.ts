import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { showErrorWithAction } from './toasts'
import { withMuiTheme } from './with-look'

/** The code of a component that is loaded on demand. */
export interface LazyComponentCode<Props extends object> {
  /** The component, if it is loaded already. */
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
      coming ??= withMuiTheme(load).then(
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

/**
 * Reports that a chunk failed to load: the network failed, or a release removed this tab's chunks. A reload
 * fixes the latter but loses drafts, so the user is offered one.
 */
export function showChunkFailure(t: TFunction): void {
  showErrorWithAction(t('partFailed'), { name: t('reload'), act: reloadPage })
}

export function reloadPage(): void {
  window.location.reload()
}
