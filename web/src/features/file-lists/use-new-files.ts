import type { FileListView } from '@balcao/contract/file-lists'
import type { FileListId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { uploadListFile } from './api/file-lists'

export interface UnsavedListFile {
  readonly key: number
  readonly file: File
  readonly name: string
  /** The uploaded share, 0 to 1; null before and after the upload. */
  readonly share: number | null
  readonly problem: string | null
}

export function useUnsavedListFiles() {
  const { t } = useTranslation('errors')
  const [files, setFiles] = useState<readonly UnsavedListFile[]>([])
  const next = useRef(0)
  const removed = useRef(new Set<number>())
  const sending = useRef<{ key: number; controller: AbortController }>(null)
  useEffect(() => () => sending.current?.controller.abort(), [])

  const change = (key: number, to: Partial<UnsavedListFile>) =>
    setFiles((list) => list.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const drop = (key: number) => setFiles((list) => list.filter((one) => one.key !== key))

  function add(chosen: readonly File[]): void {
    const added = chosen.map((file) => ({
      key: next.current++,
      file,
      name: file.name.slice(0, limits.fileList.optionName.max),
      share: null,
      problem: problemOf(file),
    }))
    setFiles((list) => [...list, ...added])
  }

  function remove(key: number): void {
    removed.current.add(key)
    if (sending.current?.key === key) sending.current.controller.abort()
    drop(key)
  }

  /** Returns true when every file is stored. A failed file stays listed with its problem. */
  async function send(
    listId: FileListId,
    onStored: (options: FileListView['options']) => void,
  ): Promise<boolean> {
    let isWhole = true
    for (const one of files) {
      if (removed.current.has(one.key)) continue
      const controller = new AbortController()
      sending.current = { key: one.key, controller }
      change(one.key, { share: 0, problem: null })
      try {
        const onProgress = (share: number) => change(one.key, { share })
        const { options } = await uploadListFile(listId, one, { onProgress, signal: controller.signal })
        onStored(options)
        drop(one.key)
      } catch (error) {
        if (controller.signal.aborted) continue
        isWhole = false
        change(one.key, { share: null, problem: errorText(error) })
      }
    }
    sending.current = null
    return isWhole
  }

  function problemOf({ size }: File): string | null {
    const limit = limits.uploads.document
    if (size === 0) return t('ERR_UPLOAD_EMPTY')
    if (size <= limit) return null
    return t('ERR_UPLOAD_TOO_LARGE', { context: 'document', limitMegabytes: limit >> 20 })
  }

  return { files, add, remove, send, rename: (key: number, name: string) => change(key, { name }) }
}
