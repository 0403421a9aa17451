import { type KeyboardEvent, useEffect, useId, useState } from 'react'

interface ListBelow<C> {
  readonly words: string
  readonly onWrite: (words: string) => void
  readonly choices: readonly C[]
  readonly onChoose: (choice: C) => void
}

/** A combobox: its text filters the choices, and the field keeps the focus. Returns props for each element. */
export function useCombobox<C extends { readonly id: number | string }>({
  words,
  onWrite,
  choices,
  onChoose,
}: ListBelow<C>) {
  const listId = useId()
  const [at, setAt] = useState(0)
  const place = Math.min(at, choices.length - 1)
  const active = choices[place]
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId !== undefined && at > 0)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, at])

  function idOf({ id }: C): string {
    return `${listId}-${id}`
  }
  function write(next: string): void {
    onWrite(next)
    setAt(0)
  }
  function actOnKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setAt((place + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(active)
    }
  }

  return {
    write,
    field: {
      role: 'combobox',
      'aria-expanded': choices.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeId,
      value: words,
      onChange: (event: { readonly target: { readonly value: string } }) => write(event.target.value),
      onKeyDown: actOnKey,
    },
    list: { id: listId },
    choice: (choice: C) => ({
      id: idOf(choice),
      role: 'option',
      'aria-selected': choice === active,
      onClick: () => onChoose(choice),
    }),
  } as const
}
