import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { offerRemedy } from './toasts'

/** The code of a part of the page that does not come with the page. */
export interface PartCode<Props> {
  /** What is here already, at once. */
  loaded(): ComponentType<Props> | undefined
  /** Fetched once for all who ask; after a failure the next who asks tries again. */
  fetch(): Promise<unknown>
}

export function partCode<Props>(load: () => Promise<ComponentType<Props>>): PartCode<Props> {
  let loaded: ComponentType<Props> | undefined
  let coming: Promise<unknown> | undefined
  return {
    loaded: () => loaded,
    fetch() {
      coming ??= load().then(
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

/** The network failed, or the server was renewed since this tab was opened and has the code no longer: reloading mends the
 *  latter, but loses what is being written. So it is offered and never done. */
export function sayPartFailed(t: TFunction): void {
  offerRemedy(t('partFailed'), { name: t('reload'), act: reloadPage })
}

export function reloadPage(): void {
  window.location.reload()
}
