import type { KeyboardEvent, ReactNode } from 'react'

interface TabRowProps<Value extends string> {
  readonly label: string
  readonly className: string | undefined
  readonly tabClassName: string | undefined
  readonly chosen: Value
  readonly tabs: readonly { readonly value: Value; readonly content: ReactNode }[]
  readonly onChoose: (value: Value) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Accessible tabs: one tab stop, and the arrow keys move between them. */
export function TabRow<Value extends string>(props: TabRowProps<Value>) {
  const { label, className, tabClassName, chosen, tabs, onChoose } = props

  function move(event: KeyboardEvent<HTMLElement>): void {
    const step = steps[event.key]
    if (step === undefined) return
    const at = tabs.findIndex(({ value }) => value === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.value)
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }

  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={move}>
      {tabs.map(({ value, content }) => (
        <button
          key={value}
          type="button"
          role="tab"
          className={tabClassName}
          data-value={value}
          aria-selected={value === chosen}
          tabIndex={value === chosen ? 0 : -1}
          onClick={() => onChoose(value)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}
