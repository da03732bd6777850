-- The tables of the shipments service with 40 routes and 100,000 shipments, the same each time.
-- setup-postgres.sql makes the same rows.

DROP TABLE IF EXISTS shipment_event;
DROP TABLE IF EXISTS shipment;
DROP TABLE IF EXISTS route;

CREATE TABLE route (
    id integer PRIMARY KEY,
    origin varchar(30) NOT NULL,
    destination varchar(30) NOT NULL
);

CREATE TABLE shipment (
    id integer PRIMARY KEY,
    tracking_id varchar(20) NOT NULL UNIQUE,
    route_id integer NOT NULL REFERENCES route (id),
    status varchar(12) NOT NULL CHECK (status IN ('booked', 'in_transit', 'delayed', 'delivered')),
    weight_kg numeric(8, 2) NOT NULL,
    due date NOT NULL
);

CREATE TABLE shipment_event (
    event_id varchar(40) PRIMARY KEY,
    shipment_id integer NOT NULL REFERENCES shipment (id),
    kind varchar(12) NOT NULL CHECK (kind IN ('booked', 'in_transit', 'delayed', 'delivered')),
    place varchar(60) NOT NULL,
    at timestamp NOT NULL
);

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO route
SELECT i,
    CASE i % 8 WHEN 0 THEN 'Hamburg' WHEN 1 THEN 'Rotterdam' WHEN 2 THEN 'Genoa' WHEN 3 THEN 'Gdansk'
        WHEN 4 THEN 'Valencia' WHEN 5 THEN 'Piraeus' WHEN 6 THEN 'Aarhus' ELSE 'Le Havre' END,
    CASE i % 5 WHEN 0 THEN 'Oslo' WHEN 1 THEN 'Lyon' WHEN 2 THEN 'Zurich' WHEN 3 THEN 'Prague' ELSE 'Vienna' END
FROM n;

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
INSERT INTO shipment
SELECT i,
    'TRK' || substr('00000000' || i, -8),
    1 + (i * 7) % 40,
    CASE (i * 13) % 8 WHEN 0 THEN 'booked' WHEN 1 THEN 'in_transit' WHEN 2 THEN 'in_transit' WHEN 3 THEN 'delayed'
        ELSE 'delivered' END,
    ((i * 37) % 90000 + 50) / 100.0,
    date('2026-01-01', '+' || ((i * 11) % 120) || ' days')
FROM n;

INSERT INTO shipment_event
SELECT 'setup-' || id, id, 'booked', 'Origin', datetime('2025-12-01 08:00:00', '+' || (id % 1440) || ' minutes')
FROM shipment;

CREATE INDEX shipment_route ON shipment (route_id);
CREATE INDEX shipment_delayed ON shipment (due, id) WHERE status = 'delayed';
CREATE INDEX shipment_event_shipment ON shipment_event (shipment_id, at);
ANALYZE;
