import type { FileListId, FileListOptionId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { mediaTypes } from '@balcao/domain/messages'
import { z } from 'zod'
import { endpoint, uploadErrorCodes } from './endpoint'
import {
  idParam,
  idSchema,
  instant,
  optionalId,
  pageFields,
  pagingQuery,
  requiredText,
  resultMessageAnswer,
  textField,
} from './wire-values'

export const fileListOption = z.object({
  id: idSchema<FileListOptionId>(),
  /** The name that users see, which may differ from the file's name. */
  name: z.string(),
  /** A signed link to the file; null until the file is uploaded. */
  path: z.string().nullable(),
  mediaType: z.enum(mediaTypes).nullable(),
  file: z.string().nullable(),
  mimetype: z.string().nullable(),
  sizeBytes: z.number().int().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type FileListOptionView = z.output<typeof fileListOption>

export const fileList = z.object({
  id: idSchema<FileListId>(),
  name: z.string(),
  message: z.string(),
  /** The files, in sending order. */
  options: z.array(fileListOption),
  userId: idSchema<UserId>().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type FileListView = z.output<typeof fileList>

const { name, optionName, options } = limits.fileList

/** Clients of the earlier API send options as received. The schema drops an option's path and type. */
const writtenOption = z.object({ id: optionalId<FileListOptionId>(), name: textField(optionName.max).trim() })

const fileListFields = z.object({
  name: requiredText(name.max, 'Obrigatório').min(name.min, 'nome muito curto'),
  message: textField(limits.messageText.max, 'Obrigatório').refine(
    (written) => written.trim() !== '',
    'Obrigatório',
  ),
  /** All files in sending order. The server deletes each file that the list omits. */
  options: z.array(writtenOption).max(options.max),
  /** Ignored, though clients of the earlier API send it: the author never changes. */
  userId: optionalId<UserId>(),
})
export const fileListForm = fileListFields.extend({ options: fileListFields.shape.options.default([]) })

const manage = { access: 'files.manage', planFlag: 'none' } as const
const fileListParams = z.object({ fileListId: idParam<FileListId>() })

/** A list in a multipart form, in which a field that occurs once arrives as a single value. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(item).max(options.max),
    )
    .default([])

export const listFileLists = endpoint('GET /files', {
  name: 'fileLists.list',
  summary: 'File lists of the company by name, with their files, by page',
  access: 'session',
  planFlag: 'none',
  query: z.object(pagingQuery),
  answer: z.object({ files: z.array(fileList), ...pageFields }),
})

export const getFileList = endpoint('GET /files/:fileListId', {
  name: 'fileLists.get',
  summary: 'One file list',
  access: 'session',
  planFlag: 'none',
  params: fileListParams,
  answer: fileList,
  errors: ['ERR_NO_FILE_LIST_FOUND'],
})

export const createFileList = endpoint('POST /files', {
  name: 'fileLists.create',
  summary: 'Creates a file list; `/files/uploadList/{id}` adds its files',
  ...manage,
  body: fileListForm,
  answer: fileList,
  errors: ['ERR_RATING_NAME_ALREADY_EXISTS'],
})

export const updateFileList = endpoint('PUT /files/:fileListId', {
  name: 'fileLists.update',
  summary: 'Changes a file list; omitted fields stay, but options that `options` does not name are deleted',
  ...manage,
  params: fileListParams,
  body: fileListFields.partial(),
  answer: fileList,
  errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_RATING_NAME_ALREADY_EXISTS'],
})

export const deleteFileList = endpoint('DELETE /files/:fileListId', {
  name: 'fileLists.delete',
  summary: 'Deletes a file list with its files',
  ...manage,
  params: fileListParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_FILE_LIST_IN_USE'],
})

export const uploadFileListFiles = endpoint('POST /files/uploadList/:fileListId', {
  name: 'fileLists.upload',
  summary:
    'Files of a list (multipart `files`): the n-th belongs to the option of the n-th `id`, whose file it replaces; one without an id is added under the n-th `name`',
  ...manage,
  takesFiles: true,
  params: fileListParams,
  body: z.object({
    /** Ignored, though clients of the earlier API send it: the path already names the list. */
    fileId: optionalId<FileListId>(),
    typeArch: textField(50).optional(),
    /** Ignored, though clients of the earlier API send it: the server detects the type from the content. */
    mediaType: listOf(textField(100)),
    name: listOf(textField(optionName.max).trim()),
    id: listOf(optionalId<FileListOptionId>()),
  }),
  answer: fileList.extend({ mensagem: z.string() }),
  errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_TOO_MANY', ...uploadErrorCodes],
})
