-- Which of these files does anybody name? Asked by the sweep of files; messages without a file stand in none of these.
create index messages_by_file on messages (company_id, (media ->> 'key')) where media ->> 'key' is not null;
create index messages_by_thumbnail on messages (company_id, (media ->> 'thumbnailKey'))
  where media ->> 'thumbnailKey' is not null;
create index messages_by_whatsapp_file on messages (company_id, (media ->> 'whatsappKey'))
  where media ->> 'whatsappKey' is not null;
create index messages_by_compatible_file on messages (company_id, (media ->> 'compatibleKey'))
  where media ->> 'compatibleKey' is not null;
create index contacts_by_picture on contacts (company_id, picture_key) where picture_key is not null;
create index quick_messages_by_file on quick_messages (company_id, (media ->> 'key')) where media ->> 'key' is not null;
