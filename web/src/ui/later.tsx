import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A part that is fetched when it is first shown, a dialog or a picker, so that no page carries what few open. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await load() }))
  return function Later(props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
