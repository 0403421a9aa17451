import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChosenFile } from './file-field'

interface RecordWithFile<Id, Stored, Values> {
  readonly id: Id | null
  readonly queryKey: QueryKey
  readonly store: (id: Id | null, values: Values) => Promise<Stored>
  readonly putFile: (stored: Stored, file: File, onProgress: (share: number) => void) => Promise<unknown>
  readonly removeFile: (stored: Stored) => Promise<unknown>
}

/**
 * Saves a record, then its file. If only the file failed, the next try changes the created record. The caller
 * handles errors.
 */
export function useSaveWithFile<Id, Stored extends { readonly id: Id }, Values>(
  parts: RecordWithFile<Id, Stored, Values>,
) {
  const queries = useQueryClient()
  const [id, setId] = useState(parts.id)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values, file }: { readonly values: Values; readonly file: ChosenFile }) => {
      const stored = await parts.store(id, values)
      setId(stored.id)
      if (file instanceof File) await parts.putFile(stored, file, setUploaded)
      else if (file === 'none') await parts.removeFile(stored)
    },
    onSettled: () => {
      setUploaded(undefined)
      return queries.invalidateQueries({ queryKey: parts.queryKey })
    },
  })
  return { save: save.mutateAsync, uploaded }
}
