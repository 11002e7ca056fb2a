-- Old days are looked for each minute, and each new picture counts those of its day.
-- allowed: at most some thousands of rows a day, kept for 30 days
create index thumb_clicks_by_day on thumb_clicks (day);
