// Printed from the migrated database by "node tools/print-schema.mjs": a row of each table as the driver reads it.
// Change the migrations, then print again.

/** A row of `companies`. */
export interface CompaniesRow {
  id: number
  name: string
  email: string | null
  phone: string | null
  plan_id: number
  is_active: boolean
  due_date: string
  trial_expires_at: Date | null
  time_zone: string
  language: string
  created_at: Date
  updated_at: Date
}

/** A row of `connection_keys`. */
export interface ConnectionKeysRow {
  company_id: number
  connection_id: number
  type: string
  id: string
  value: Buffer
  updated_at: Date
}

/** A row of `connection_leases`. */
export interface ConnectionLeasesRow {
  company_id: number
  connection_id: number
  holder: string
  token: number
  expires_at: Date
}

/** A row of `connection_queues`. */
export interface ConnectionQueuesRow {
  company_id: number
  connection_id: number
  queue_id: number
}

/** A row of `connections`. */
export interface ConnectionsRow {
  company_id: number
  id: number
  name: string
  is_default: boolean
  provider: string
  greeting_message: string
  complation_message: string
  out_of_hours_message: string
  rating_message: string
  wish: string
  wish_version: number
  status: string
  sealed_qr: Buffer | null
  qr_expires_at: Date | null
  cause: string | null
  retries: number
  next_attempt_at: Date | null
  last_traffic_at: Date | null
  number: string | null
  created_at: Date
  updated_at: Date
}

/** A row of `contact_addresses`. */
export interface ContactAddressesRow {
  company_id: number
  kind: string
  value: string
  contact_id: number
}

/** A row of `contacts`. */
export interface ContactsRow {
  company_id: number
  id: number
  uuid: string
  name: string
  is_name_ours: boolean
  number: string
  email: string
  is_group: boolean
  extra_info: unknown
  picture_key: string | null
  picture_checked_at: Date | null
  removed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** A row of `failed_logins`. */
export interface FailedLoginsRow {
  id: number
  email_hash: Buffer
  address: string
  at: Date
}

/** A row of `in_tray`. */
export interface InTrayRow {
  company_id: number
  id: number
  connection_id: number
  key: string
  chat: string
  lane: number
  content: Buffer
  needs_settling: boolean
  done_at: Date | null
  attempts: number
  set_aside_because: string | null
  heard_at: Date
}

/** A row of `live_events`. */
export interface LiveEventsRow {
  company_id: number
  id: number
  name: string
  payload: unknown
  recorded_at: Date
}

/** A row of `messages`. */
export interface MessagesRow {
  company_id: number
  id: number
  ticket_id: number
  contact_id: number
  author_contact_id: number | null
  user_id: number | null
  connection_id: number | null
  whatsapp_id: string | null
  client_id: string | null
  body: string
  from_me: boolean
  ack: number
  failure: string | null
  is_read: boolean
  media_type: string | null
  media: unknown | null
  sealed_media_reference: Buffer | null
  quoted_id: number | null
  is_deleted: boolean
  is_automatic: boolean
  created_at: Date
  updated_at: Date
}

/** A row of `out_tray`. */
export interface OutTrayRow {
  company_id: number
  id: number
  connection_id: number
  contact_id: number
  kind: string
  message_id: number | null
  payload: unknown | null
  priority: number
  state: string
  attempts: number
  next_attempt_at: Date
  created_at: Date
}

/** A row of `plans`. */
export interface PlansRow {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  value: number
  use_campaigns: boolean
  use_kanban: boolean
  use_open_ai: boolean
  use_integrations: boolean
  use_schedules: boolean
  use_internal_chat: boolean
  use_external_api: boolean
  created_at: Date
  updated_at: Date
}

/** A row of `queues`. */
export interface QueuesRow {
  company_id: number
  id: number
  name: string
  color: string
  order_queue: number | null
  greeting_message: string
  out_of_hours_message: string
  schedules: unknown
  created_at: Date
  updated_at: Date
}

/** A row of `schema_migrations`. */
export interface SchemaMigrationsRow {
  name: string
  run_at: Date
}

/** A row of `settings`. */
export interface SettingsRow {
  company_id: number
  id: number
  key: string
  value: string
}

/** A row of `sign_in_sessions`. */
export interface SignInSessionsRow {
  company_id: number
  id: string
  user_id: number
  refresh_hash: Buffer
  previous_refresh_hash: Buffer | null
  rotated_at: Date
  expires_at: Date
  ended_at: Date | null
  ended_because: string | null
  address: string | null
  user_agent: string | null
  created_at: Date
}

/** A row of `tags`. */
export interface TagsRow {
  company_id: number
  id: number
  name: string
  color: string
  kanban: boolean
  created_at: Date
  updated_at: Date
}

/** A row of `ticket_events`. */
export interface TicketEventsRow {
  company_id: number
  id: number
  ticket_id: number
  kind: string
  at: Date
  user_id: number | null
  queue_id: number | null
}

/** A row of `ticket_tags`. */
export interface TicketTagsRow {
  company_id: number
  ticket_id: number
  tag_id: number
}

/** A row of `tickets`. */
export interface TicketsRow {
  company_id: number
  id: number
  uuid: string
  contact_id: number
  connection_id: number | null
  queue_id: number | null
  user_id: number | null
  status: string
  is_group: boolean
  unread: number
  last_message: string
  last_message_id: number | null
  last_message_from_me: boolean
  last_message_ack: number
  waiting_since: Date | null
  chatbot: boolean
  use_integration: boolean
  prompt_id: number | null
  integration_id: number | null
  created_at: Date
  last_at: Date
  version: number
}

/** A row of `user_queues`. */
export interface UserQueuesRow {
  company_id: number
  user_id: number
  queue_id: number
}

/** A row of `users`. */
export interface UsersRow {
  company_id: number
  id: number
  name: string
  email: string
  password_hash: string
  profile: string
  is_super: boolean
  all_ticket: boolean
  default_connection_id: number | null
  last_seen_at: Date | null
  created_at: Date
  updated_at: Date
}
