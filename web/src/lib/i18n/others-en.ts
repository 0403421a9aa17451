export default import.meta.glob<Record<string, unknown>>(
  ['./en/*.json', '!./en/{announcements,chats,common,errors,keyboard,messages,notes,shell,tickets}.json'],
  { eager: true, import: 'default' },
)
