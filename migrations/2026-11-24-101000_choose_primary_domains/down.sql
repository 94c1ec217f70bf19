-- Which domains were chosen by nobody is not known any more.
SELECT 1;
