-- What is pruned each day, and places that are given up by their id, are found without reading every row.

-- allowed: shows of one site are few rows; the index is built in a moment
create index privates_ended on privates (ended_at) where ended_at is not null;
-- allowed: as above
create index spies_ended on spies (ended_at) where ended_at is not null;
-- allowed: as above
create index show_meters_closed on show_meters (closed_at) where closed_at is not null;
-- allowed: as above
create index show_places_place on show_places (place_id);
-- allowed: as above
create index private_pings_at on private_pings (at);
