import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { showErrorWithAction } from './toasts'
import { loadWithMuiTheme } from './with-look'

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

/**
 * Reports that a chunk failed to load, because the network failed or a release removed this tab's chunks.
 * After a release only a reload helps. It loses drafts, so a button leaves the choice to the user.
 */
export function showChunkFailure(t: TFunction): void {
  showErrorWithAction(t('partFailed'), { name: t('reload'), act: reloadPage })
}

export function reloadPage(): void {
  window.location.reload()
}
